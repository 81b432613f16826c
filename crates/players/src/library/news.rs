//! What a host says about its library besides the lines of every player.

/// Where in the library the process is, and why it could not go on.
#[derive(Debug, Default)]
pub(crate) struct HostNews {
    calling: Option<String>,
    failed: Option<String>,
    /// What the library calls itself.
    pub(crate) name: Option<String>,
}

impl HostNews {
    /// Takes in a line, if it is one of the host's own.
    pub(crate) fn hear(&mut self, line: &str) -> bool {
        match line.split_once(' ') {
            Some(("calling", function)) => self.calling = Some(function.to_owned()),
            Some(("failed", why)) => self.failed = Some(why.to_owned()),
            Some(("name", name)) => self.name = Some(name.to_owned()),
            // The host begins each line anew, whatever the library wrote before: that leaves empty ones.
            _ => return line.is_empty(),
        }
        true
    }

    /// The function that runs, as the end of a sentence.
    pub(crate) fn place(&self) -> String {
        self.calling.as_ref().map(|function| format!(" in {function}")).unwrap_or_default()
    }

    /// Why the process is gone: as the host says itself, or what became of it and where.
    pub(crate) fn explain(&self, how: &str) -> String {
        match &self.failed {
            Some(why) => why.clone(),
            None => format!("{how}{}", self.place()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_tells_where_it_is() {
        let mut news = HostNews::default();
        assert!(news.hear("calling initialize") && news.hear("") && !news.hear("hello"));
        assert_eq!(news.explain("ended with exit code 1"), "ended with exit code 1 in initialize");
        assert!(news.hear("failed no memory"));
        assert_eq!(news.explain("ended with exit code 1"), "no memory");
    }
}
