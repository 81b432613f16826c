//! Charts: their exact text, and that nothing from outside can break them.

use joute_draw::svg::chart::{self, Axis, Curve, Curves, Point, Row, Scale, Shares};

fn shares() -> Shares {
    let row = |label: &str, share, interval, stated| Row { label: label.into(), share, interval, stated };
    Shares {
        title: "Games won".into(),
        rows: vec![
            row("greedy over random", 1.0, [0.98, 1.0], Some(1.0)),
            row("hegemony over greedy", 0.04, [0.03, 0.06], Some(0.521)),
            row("starve over greedy", 0.57, [0.53, 0.61], None),
        ],
        even: true,
    }
}

fn growth() -> Curves {
    let banded = |x: f64, y: f64| Point { x, y, band: Some([0.8 * y, 1.2 * y]) };
    let axis = |label: &str, scale| Axis { label: label.into(), scale };
    Curves {
        title: "Growth".into(),
        x: axis("turn", Scale::Linear),
        y: axis("cells", Scale::Logarithmic),
        curves: vec![
            Curve {
                label: "measured".into(),
                points: (1..=4).map(|x| banded(x.into(), f64::from(x).exp())).collect(),
                stated: false,
            },
            Curve { label: "stated".into(), points: vec![Point::new(1.0, 3.0), Point::new(4.0, 300.0)], stated: true },
        ],
    }
}

#[test]
fn shares_with_intervals() {
    insta::assert_snapshot!(chart::shares(&shares()));
}

#[test]
fn curves_with_a_band_and_a_logarithmic_axis() {
    insta::assert_snapshot!(chart::curves(&growth()));
}

/// Every tag is closed in its order and no number is missing, whatever the chart is about.
fn assert_sound(svg: &str) {
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag ends");
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(open.is_empty());
}

#[test]
fn odd_charts_are_sound() {
    let mut hostile = shares();
    hostile.title = "<script>\"&".into();
    hostile.rows[0].label = "a < b & c".into();
    hostile.rows[0].share = f64::NAN;
    assert_sound(&chart::shares(&hostile).replace("NaN %", ""));
    assert_sound(&chart::shares(&Shares { title: String::new(), rows: Vec::new(), even: false }));
    let mut odd = growth();
    odd.curves[0].points[0] = Point { x: f64::NAN, y: -1.0, band: Some([f64::INFINITY, 0.0]) };
    assert_sound(&chart::curves(&odd));
    odd.curves.clear();
    assert_sound(&chart::curves(&odd));
}
