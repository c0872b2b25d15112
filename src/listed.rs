//! The types of which all values can be listed, for the traits by which tests ask for any value.

/// Calls a macro with each such type and its values: `Type: values;`.
macro_rules! with_listed_types {
    ($macro:ident) => {
        $macro! {
            Square: Square::all();
            File: File::all();
            Rank: Rank::all();
            Direction: Direction::ALL;
            Side: Side::ALL;
            BoardSize: BoardSize::all();
            MoveKind: [MoveKind::Slide, MoveKind::Hop];
            Reason: Reason::ALL;
            Preset: Preset::ALL.iter().copied();
            Hop: Hop::ALL.iter().copied();
            Custodian: Custodian::ALL.iter().copied();
            Corner: Corner::ALL.iter().copied();
            Intervention: Intervention::ALL.iter().copied();
            NoMove: NoMove::ALL.iter().copied();
            CaptureGoal: [CaptureGoal::Wins, CaptureGoal::Loses];
            Compulsion: [Compulsion::Optional, Compulsion::Compulsory];
        }
    };
}

pub(crate) use with_listed_types;
