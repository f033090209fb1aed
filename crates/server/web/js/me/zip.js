// @ts-check
// Several texts as one ZIP file, stored without compression.

/** @typedef {{name: string, text: string}} TextFile */

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) {
    crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return crc;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  return ~bytes.reduce((crc, byte) => CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8), -1) >>> 0;
}

/**
 * @param {TextFile[]} files
 * @returns {Blob}
 */
export function zip(files) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const directory = [];
  let offset = 0;
  for (const file of files) {
    const [name, bytes] = [encoder.encode(file.name), encoder.encode(file.text)];
    // What both headers have: version, names in UTF-8, no compression, a fixed date, checksum, sizes.
    const common = [20, 0x0800, 0, 0, 0x5a21]
      .flatMap(two)
      .concat([crc32(bytes), bytes.length, bytes.length].flatMap(four));
    const local = [...four(0x04034b50), ...common, ...two(name.length), ...two(0)];
    parts.push(Uint8Array.from([...local, ...name]), bytes);
    const central = [...four(0x02014b50), ...two(20), ...common, ...two(name.length)];
    directory.push(Uint8Array.from([...central, ...[0, 0, 0, 0].flatMap(two), ...four(0), ...four(offset), ...name]));
    offset += local.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const counts = [0, 0, files.length, files.length].flatMap(two);
  const end = Uint8Array.from([...four(0x06054b50), ...counts, ...four(size), ...four(offset), ...two(0)]);
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** @param {number} value */
const two = (value) => [value & 0xff, (value >>> 8) & 0xff];

/** @param {number} value */
const four = (value) => [...two(value & 0xffff), ...two(value >>> 16)];
