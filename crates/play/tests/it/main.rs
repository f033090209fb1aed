//! Tables, records and views, from outside.
