// Takes the seat behind a link at once: whoever sees this page in a browser has opened the link on purpose.

const form = document.querySelector('form[data-at-once]');
if (form instanceof HTMLFormElement) form.requestSubmit();
