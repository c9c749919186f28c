// Unpacks what solver_core/apps/report_pack.hpp packs: base64 over gzip over byte planes, frames as differences.

const kArrays = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f64: Float64Array };

export function bytesOfBase64(text) {
  const clean = text.trim();
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(clean);
  const binary = atob(clean);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

export async function inflate(text) {
  const stream = new Blob([bytesOfBase64(text)]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// One section as a typed array; planes hold the lowest bytes first.
export function readSection(entry, bytes) {
  const values = new kArrays[entry.type](entry.count);
  const raw = new Uint8Array(values.buffer);
  const size = values.BYTES_PER_ELEMENT;
  for (let k = 0; k < size; ++k) {
    const plane = entry.offset + k * entry.count;
    for (let i = 0; i < entry.count; ++i) raw[i * size + k] = bytes[plane + i];
  }
  return values;
}

export function unzigzag(code) {
  return (code >>> 1) ^ -(code & 1);
}

// Turns the codes of `frames` frames into the quantised numbers themselves, in place.
export function undoFrames(codes, frames, size) {
  const length = frames > 0 ? codes.length / frames : 0;
  for (let i = 0; i < length; ++i) codes[i] = unzigzag(codes[i]) + (i >= size ? codes[i - size] : 0);
  for (let i = length; i < codes.length; ++i) codes[i] = unzigzag(codes[i]) + codes[i - length];
  return codes;
}
