import { convertIndexedToRgb, decode, encode } from "fast-png";

/** Pixels as red, green and blue, one after the other. */
interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

const paletteSize = 96;

/** Reads a PNG without transparency. */
export function readPng(png: Uint8Array): Pixels {
  const image = decode(png);
  const { width, height } = image;
  if (image.palette) return { width, height, data: new Uint8Array(convertIndexedToRgb(image)) };
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      data[pixel * 3 + channel] = image.data[pixel * image.channels + channel] ?? 0;
    }
  }
  return { width, height, data };
}

/** Writes a small PNG: the most frequent colours stay exact, and every other becomes the nearest of them. */
export function writeSmallPng({ width, height, data }: Pixels): Uint8Array {
  const keys = Array.from(
    { length: width * height },
    (_, pixel) => ((data[pixel * 3] ?? 0) << 16) | ((data[pixel * 3 + 1] ?? 0) << 8) | (data[pixel * 3 + 2] ?? 0),
  );
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const split = (key: number) => [key >> 16, (key >> 8) & 255, key & 255];
  const commonest = [...counts].sort(([, a], [, b]) => b - a).slice(0, paletteSize);
  const palette = commonest.map(([key]) => split(key));
  const distance = (one: number[], other: number[]) =>
    one.reduce((sum, value, channel) => sum + (value - (other[channel] ?? 0)) ** 2, 0);
  const nearest = new Map<number, number>();
  for (const key of counts.keys()) {
    const distances = palette.map((color) => distance(color, split(key)));
    nearest.set(key, distances.indexOf(Math.min(...distances)));
  }
  const indexes = Uint8Array.from(keys, (key) => nearest.get(key) ?? 0);
  return encode({ width, height, data: indexes, channels: 1, depth: 8, palette }, { zlib: { level: 9, mem: 12 } });
}

/** Means of blocks of 8 by 8 pixels, in which small shifts and differences in text rendering disappear. */
function blocks({ width, height, data }: Pixels): number[] {
  const size = 8;
  const means: number[] = [];
  for (let top = 0; top + size <= height; top += size) {
    for (let left = 0; left + size <= width; left += size) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let y = top; y < top + size; y++) {
          for (let x = left; x < left + size; x++) sum += data[(y * width + x) * 3 + channel] ?? 0;
        }
        means.push(sum / size ** 2);
      }
    }
  }
  return means;
}

/** Share of the blocks, from 0 to 1, whose means differ visibly; 1 for pictures of different sizes. */
export function differingShare(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  const others = blocks(other);
  const own = blocks(one);
  return own.filter((mean, index) => Math.abs(mean - (others[index] ?? 0)) > 24).length / own.length;
}
