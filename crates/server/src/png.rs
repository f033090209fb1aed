//! Writes pictures as PNG. The compression is that of gzip, which the server has anyway; a library for images would be
//! three more crates.

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use std::io::{self, Write};

const SIGNATURE: &[u8; 8] = b"\x89PNG\r\n\x1a\n";
/// Eight bits for each of red, green and blue; no interlacing.
const RGB: [u8; 5] = [8, 2, 0, 0, 0];
/// The filter of a row that stores differences from the row above: boards have many rows alike.
const UP: u8 = 2;

/// Returns a picture whose rows have three bytes for each pixel.
pub(crate) fn encode(width: u32, height: u32, rgb: &[u8]) -> io::Result<Vec<u8>> {
    let mut filtered = ZlibEncoder::new(Vec::new(), Compression::fast());
    let mut above = vec![0; 3 * width as usize];
    let mut differences = Vec::with_capacity(above.len());
    for row in rgb.chunks_exact(above.len().max(1)) {
        differences.clear();
        differences.extend(row.iter().zip(&above).map(|(byte, above)| byte.wrapping_sub(*above)));
        filtered.write_all(&[UP])?;
        filtered.write_all(&differences)?;
        above.copy_from_slice(row);
    }
    let mut png = SIGNATURE.to_vec();
    chunk(&mut png, b"IHDR", &[&width.to_be_bytes()[..], &height.to_be_bytes(), &RGB].concat());
    chunk(&mut png, b"IDAT", &filtered.finish()?);
    chunk(&mut png, b"IEND", &[]);
    Ok(png)
}

/// Adds a chunk with its length and checksum.
fn chunk(png: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    let mut checksum = Crc::new();
    checksum.update(kind);
    checksum.update(data);
    png.extend((data.len() as u32).to_be_bytes());
    png.extend(kind);
    png.extend(data);
    png.extend(checksum.sum().to_be_bytes());
}
