copies-title = { $event }: copies
copies-about = For the teacher alone. Sources are compared by their tokens: names, comments and layout do not matter, and what everybody was given counts for nothing. A likeness is a reason to look, not a proof.
copies-none = Nobody’s work is like anybody else’s.
copies-signs = Signs
copies-same-file = the same file
copies-share = { $share } % of the source in common
copies-same-play = the same moves in games of trial
copies-lines = { $file }, lines { $first } to { $last }
