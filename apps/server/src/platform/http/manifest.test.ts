import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_CODES } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { REPOSITORY_ROOT } from '../process/server-root.ts'
import { manifestOf } from './manifest.ts'

const WEB = join(REPOSITORY_ROOT, 'apps/web')
const picture = z.object({
  src: z.string(),
  sizes: z.string(),
  type: z.string(),
  purpose: z.optional(z.string()),
})
const manifestSchema = z.looseObject({
  icons: z.array(picture),
  screenshots: z.array(picture),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})
const manifest = manifestSchema.parse(JSON.parse(manifestOf('en')))

/** The size that stands in the head of a PNG file, as in a manifest. */
const sizesOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

/** The size in the first frame of a JPEG file; segments before it have their length in front. */
function sizesOfJpeg(jpeg: Buffer): string {
  let at = 2
  while (![0xc0, 0xc2].includes(jpeg.readUInt8(at + 1))) at += 2 + jpeg.readUInt16BE(at + 2)
  return `${jpeg.readUInt16BE(at + 7)}x${jpeg.readUInt16BE(at + 5)}`
}

describe('the manifest', () => {
  it('stays that of the same app, which one running window shows [PK1]', () => {
    expect(manifest).toMatchObject({
      id: '/home',
      name: 'Senca',
      start_url: '/home',
      scope: '/',
      display: 'standalone',
      launch_handler: { client_mode: 'navigate-existing' },
    })
    expect(manifest).not.toHaveProperty('share_target')
  })

  it('names icons and screenshots that are there in the sizes that it says [PK1]', () => {
    const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
    expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
    for (const { src, sizes } of pictures)
      expect(sizesOf(readFileSync(join(WEB, 'public', src))), src).toBe(sizes)
    expect(manifest.icons.filter(({ purpose }) => purpose === 'monochrome')).toMatchObject([
      { sizes: '96x96' },
    ])
    expect(manifest.screenshots).toHaveLength(3)
    for (const { src, sizes } of manifest.screenshots)
      expect(sizesOfJpeg(readFileSync(join(WEB, 'public', src))), src).toBe(sizes)
    for (const { src } of manifest.icons) expect(existsSync(join(WEB, 'public', src)), src).toBe(true)
  })

  it('has shortcuts to pages of the app [PK1]', () => {
    const routes = readFileSync(join(WEB, 'src/app/routes.tsx'), 'utf8')
    expect(manifest.shortcuts.length).toBeGreaterThan(2)
    for (const { url } of manifest.shortcuts) expect(routes).toContain(`'${url}'`)
  })

  it('is in each language of the app', () => {
    expect(new Set(LANGUAGE_CODES.map(manifestOf)).size).toBe(LANGUAGE_CODES.length)
  })
})
