// Takes the seat behind a link at once: whoever sees this page in a browser has opened the link on purpose.

const offer = document.querySelector('form[data-at-once]');
if (offer instanceof HTMLFormElement) offer.requestSubmit();
