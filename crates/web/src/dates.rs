//! Moments as records and pages write them: in universal time, so that every reader sees their own.

use cookie::time::OffsetDateTime;

/// This moment, as `2026-07-04T18:30:00Z`.
pub(crate) fn now() -> String {
    text(OffsetDateTime::now_utc())
}

/// A moment by its seconds since 1970.
pub(crate) fn of_seconds(seconds: u64) -> String {
    let moment = i64::try_from(seconds).ok().and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok());
    text(moment.unwrap_or(OffsetDateTime::UNIX_EPOCH))
}

fn text(moment: OffsetDateTime) -> String {
    let (date, time) = (moment.date(), moment.time());
    let (month, day) = (u8::from(date.month()), date.day());
    let (hour, minute, second) = time.as_hms();
    format!("{:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z", date.year())
}

/// The day and the minute of a moment that a record tells, for those whose browser runs no script; other texts are nothing.
pub(crate) fn plain(moment: &str) -> Option<String> {
    let is_moment = moment.len() == 20
        && moment.bytes().zip(*b"0000-00-00T00:00:00Z").all(|(letter, form)| match form {
            b'0' => letter.is_ascii_digit(),
            form => letter == form,
        });
    is_moment.then(|| format!("{} {} UTC", &moment[..10], &moment[11..16]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_in_universal_time_and_read_back() {
        assert_eq!(text(OffsetDateTime::UNIX_EPOCH), "1970-01-01T00:00:00Z");
        assert_eq!(plain(&text(OffsetDateTime::UNIX_EPOCH)).as_deref(), Some("1970-01-01 00:00 UTC"));
        assert!(plain(&now()).is_some());
        for other in ["", "1999", "1970-01-01 00:00:00Z", "1970-01-01T00:00:00é"] {
            assert_eq!(plain(other), None, "{other}");
        }
    }
}
