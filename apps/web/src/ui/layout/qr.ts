import { encode } from 'uqr'

/** A QR code as one path on a grid of `size` modules, including the quiet zone of four modules. */
export interface QrDrawing {
  size: number
  path: string
}

const QUIET_ZONE = 4

/** Draws `text`. Each run of dark modules becomes one rectangle of the path. */
export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  let path = ''
  data.forEach((row, y) => {
    let x = 0
    while (x < row.length) {
      const start = x
      while (row[x] === true) x += 1
      if (x > start) path += `M${start} ${y}h${x - start}v1H${start}z`
      else x += 1
    }
  })
  return { size, path }
}
