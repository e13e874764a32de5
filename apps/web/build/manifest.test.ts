import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

const WEB = join(import.meta.dirname, '..')
const manifestSchema = z.object({
  name: z.string(),
  display: z.string(),
  start_url: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
})

/** The size that stands in the head of a PNG file, as in a manifest. */
const sizesOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

it('the app can be installed: its page names a manifest whose icons are there in the sizes that it says', () => {
  const [, href = ''] =
    /<link rel="manifest" href="([^"]+)"/.exec(readFileSync(join(WEB, 'index.html'), 'utf8')) ?? []
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(WEB, 'public', href), 'utf8')))
  expect(manifest).toMatchObject({ name: 'Senca', display: 'standalone', start_url: '/home' })
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  for (const { src, sizes } of pictures) expect(sizesOf(readFileSync(join(WEB, 'public', src)))).toBe(sizes)
  const drawn = manifest.icons.filter(({ type }) => type === 'image/svg+xml')
  for (const { src } of drawn) expect(readFileSync(join(WEB, 'public', src), 'utf8')).toContain('<svg')
})
