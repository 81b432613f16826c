//! The SVG pictures: their exact text for small boards, and laws that hold for all of them.

use crate::boards;
use joute_draw::svg::{self, Letters, SvgOptions};
use joute_games::view::BoardView;
use joute_messages::Message;

fn all() -> Vec<BoardView> {
    vec![
        boards::othello_start(),
        boards::othello_middle(),
        boards::awale_start(),
        boards::awale_middle(),
        boards::mosaic(),
        boards::seven(30, 7, 16, true),
        boards::network(),
    ]
}

fn everything() -> SvgOptions {
    SvgOptions { controls: true, tooltips: true, letters: Letters::Always, ..SvgOptions::default() }
}

/// Every tag is closed in its order and every attribute has its two quotes.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>') && !text.contains('"'), "an unescaped text: {text}");
        assert_eq!(tag.matches('"').count() % 2, 0, "a quote is missing: {tag}");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "closed out of order");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new(), "left open");
}

#[test]
fn othello_start() {
    insta::assert_snapshot!(svg::board(&boards::othello_start(), &SvgOptions::default()));
}

#[test]
fn othello_after_a_move() {
    insta::assert_snapshot!(svg::board(&boards::othello_middle(), &SvgOptions::default()));
}

#[test]
fn awale_start() {
    insta::assert_snapshot!(svg::board(&boards::awale_start(), &SvgOptions::default()));
}

#[test]
fn mosaic_with_two_territories_and_obstacles() {
    insta::assert_snapshot!(svg::board(&boards::mosaic(), &SvgOptions { controls: true, ..SvgOptions::default() }));
}

#[test]
fn network() {
    insta::assert_snapshot!(svg::board(&boards::network(), &SvgOptions::default()));
}

#[test]
fn pictures_are_well_formed_and_say_what_they_show() {
    for view in all() {
        for options in [SvgOptions::default(), everything()] {
            let svg = svg::board(&view, &options);
            assert_well_formed(&svg);
            assert!(svg.contains(r#"role="img" aria-label=""#) && svg.contains("<title>"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            assert_eq!(svg, svg::board(&view, &options), "the same view gives the same picture");
        }
    }
}

#[test]
fn ids_and_references_carry_the_prefix() {
    for view in all() {
        let svg = svg::board(&view, &SvgOptions { id_prefix: "left".into(), ..everything() });
        for start in ["id=\"", "url(#", "href=\"#"] {
            assert!(svg.split(start).skip(1).all(|rest| rest.starts_with("left-")), "{start} without its prefix");
        }
        for reference in svg.split("url(#").skip(1) {
            let id = reference.split(')').next().expect("a reference ends");
            assert!(svg.contains(&format!("id=\"{id}\"")), "nothing has the id {id}");
        }
    }
}

#[test]
fn tooltips_name_the_moves() {
    let svg = svg::board(&boards::othello_start(), &everything());
    assert!(svg.contains(r#"<rect data-part="19" data-move="d3""#));
    assert_eq!(svg.matches("data-move=").count(), 4);
}

#[test]
fn texts_from_outside_stay_texts() {
    let mut view = boards::network();
    view.sides[0].name = Message::literal("<script>\"&");
    view.parts[3].place = Message::literal("</title><script>");
    view.unit = "a & b".into();
    let options =
        SvgOptions { id_prefix: "\"><script>".into(), background: Some("\"/><script>".into()), ..everything() };
    let svg = svg::board(&view, &options);
    assert_well_formed(&svg);
    assert!(!svg.contains("<script"));
}

#[test]
fn views_that_make_no_sense_are_still_drawn() {
    for view in all() {
        let mut no_size = view.clone();
        (no_size.width, no_size.height) = (f32::NAN, f32::INFINITY);
        let mut no_parts = view.clone();
        no_parts.parts.clear();
        let mut odd_links = view.clone();
        odd_links.links.push([7, 1_000_000]);
        odd_links.lattice = Some([u32::MAX, u32::MAX]);
        let mut no_total = view.clone();
        no_total.total = 0;
        for view in [no_size, no_parts, odd_links, no_total] {
            assert_well_formed(&svg::board(&view, &everything()));
        }
    }
}

#[test]
fn letters_are_left_out_of_small_cells() {
    let texts = |size: usize, letters: Letters| {
        let options = SvgOptions { letters, caption: false, ..SvgOptions::default() };
        svg::board(&boards::seven(size, 7, 5, false), &options).matches("<text").count()
    };
    assert!(texts(30, Letters::Auto) > 800);
    assert_eq!(texts(60, Letters::Auto), 0);
    assert!(texts(60, Letters::Always) > 3000);
}

#[test]
fn large_boards_are_small_files() {
    let size = |side: usize| svg::board(&boards::seven(side, 7, side / 3, true), &SvgOptions::default()).len();
    assert!(size(100) < 200_000, "100 x 100 takes {} bytes", size(100));
    assert!(size(317) < 2_000_000, "317 x 317 takes {} bytes", size(317));
}
