//! stub
/// stub
#[derive(Default)]
pub struct TerminalOptions;
/// stub
pub fn board(v: &joute_games::view::BoardView, _: &TerminalOptions) -> String {
    v.sides[0].name.clone()
}
