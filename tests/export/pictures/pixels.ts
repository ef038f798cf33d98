import { decode } from "fast-png";

/** Pixels as red, green and blue, one after the other. */
interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Reads a PNG without transparency. */
export function readPng(png: Uint8Array): Pixels {
  const image = decode(png);
  const { width, height } = image;
  const data = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      data[pixel * 3 + channel] = image.data[pixel * image.channels + channel] ?? 0;
    }
  }
  return { width, height, data };
}

/** Means of blocks of 8 by 8 pixels, which hide small shifts and differences in text rendering. */
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
