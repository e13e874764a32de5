import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { drawQr } from './qr.ts'

const URI = 'otpauth://totp/Senca:ana@senca.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Senca'

it('draws the matrix of its text, run by run, with a quiet zone of four', () => {
  const { size, path } = drawQr(URI)
  const expected = encode(URI, { ecc: 'M', border: 4 }).data
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let i = 0; i < Number(width); i += 1) {
      const row = drawn[Number(y)]
      if (row !== undefined) row[Number(x) + i] = true
    }
  }
  expect(drawn).toEqual(expected)
  expect(drawn.slice(0, 4).flat().includes(true)).toBe(false)
  expect(path.replace(/M\d+ \d+h\d+v1H\d+z/g, '')).toBe('')
})
