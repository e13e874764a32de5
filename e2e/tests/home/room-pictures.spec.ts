import { expect, type Locator, type Page } from '@playwright/test'
import { boxOf } from '#pages/places.ts'
import { test } from '#product/test.ts'

const KINDS = [
  'roller_shutter',
  'venetian_blind',
  'textile_screen',
  'insect_screen',
  'awning',
  'falcon',
  'pergola',
] as const
const POSITIONS = [0, 50, 100] as const

/** A reduced picture: gray levels 0..255, row by row. */
type Small = readonly number[]

const COLUMNS = 65
const ROWS = 100
/** A visible difference in gray levels. */
const SEEN = 6
/** Open shades of different types only differ in their boxes and rails: by at least this many of the 6500 cells. */
const LEAST_HARDWARE = 25
/** The minimum difference between 50 and 100 percent, or between two closed types. */
const LEAST_SHADE = 250

const differing = (one: Small, other: Small): number =>
  one.filter((level, index) => Math.abs(level - (other[index] ?? 0)) >= SEEN).length

/** The pictures of rooms by their names, from one screenshot of the whole page, reduced by the browser itself. */
async function picturesOf(page: Page, rooms: ReadonlyMap<string, Locator>): Promise<Map<string, Small>> {
  const boxes = await Promise.all([...rooms.values()].map((room) => boxOf(room)))
  const png = (await page.screenshot({ fullPage: true })).toString('base64')
  const pictures = await page.evaluate(
    async ({ source, boxes, columns, rows }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = columns
      canvas.height = rows
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) throw new Error('There is no canvas.')
      context.imageSmoothingQuality = 'high'
      return boxes.map(({ x, y, width, height }) => {
        context.drawImage(image, x, y, width, height, 0, 0, columns, rows)
        const { data } = context.getImageData(0, 0, columns, rows)
        return Array.from(
          { length: columns * rows },
          (_, cell) => ((data[cell * 4] ?? 0) + (data[cell * 4 + 1] ?? 0) + (data[cell * 4 + 2] ?? 0)) / 3,
        )
      })
    },
    { source: png, boxes, columns: COLUMNS, rows: ROWS },
  )
  return new Map([...rooms.keys()].map((name, nth) => [name, pictures[nth] ?? []]))
}

for (const inspect of ['time=day&theme=light', 'time=night&theme=dark']) {
  test(`the pictures of rooms differ: ${inspect}`, { tag: '@all' }, async ({ page, gallery }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await test.step('every kind of shade has a picture of its own, open, half way and closed', async () => {
      await page.goto(`${gallery.url}rooms.html?state=pictures&${inspect}`)
      await expect(page.locator('[data-room]')).toHaveCount(KINDS.length * POSITIONS.length)
      await expect(page.locator('[data-room] canvas[data-painted="false"]')).toHaveCount(0)
      const rooms = KINDS.flatMap((kind) => POSITIONS.map((percent) => `${kind} ${percent}`))
      const pictures = await picturesOf(
        page,
        new Map(rooms.map((room) => [room, page.locator(`[data-room="${room}"]`)])),
      )
      const picture = (kind: string, percent: number): Small => pictures.get(`${kind} ${percent}`) ?? []
      for (const kind of KINDS) {
        for (const [one, other] of [
          [0, 50],
          [50, 100],
          [0, 100],
        ] as const) {
          const count = differing(picture(kind, one), picture(kind, other))
          expect.soft(count, `${kind}: ${one} and ${other} percent look alike`).toBeGreaterThan(LEAST_SHADE)
        }
      }
      for (const [index, kind] of KINDS.entries()) {
        for (const other of KINDS.slice(index + 1)) {
          for (const percent of POSITIONS) {
            const count = differing(picture(kind, percent), picture(other, percent))
            const least = percent === 0 ? LEAST_HARDWARE : LEAST_SHADE
            expect.soft(count, `${kind} and ${other} look alike at ${percent} percent`).toBeGreaterThan(least)
          }
        }
      }
    })

    await test.step('light falls in along the edges of a door that is unlocked', async () => {
      await page.goto(`${gallery.url}rooms.html?only=home_door&state=locked,locking,unlocked&${inspect}`)
      await expect(page.locator('canvas[data-painted="false"]')).toHaveCount(0)
      const figure = (state: string) =>
        page.locator('figure').filter({ has: page.getByText(state, { exact: true }) })
      const states = ['locked', 'locking', 'unlocked']
      const pictures = await picturesOf(
        page,
        new Map(states.map((state) => [state, figure(state).locator('div').first()])),
      )
      const locked = pictures.get('locked') ?? []
      const brighterRows = (state: string) => {
        const isBrighter = (pictures.get(state) ?? []).map(
          (level, cell) => level - (locked[cell] ?? 0) >= SEEN,
        )
        const rows = Array.from({ length: ROWS }, (_, row) =>
          isBrighter.slice(row * COLUMNS, (row + 1) * COLUMNS).includes(true),
        )
        return rows.filter(Boolean).length
      }
      // From the head of the leaf to its foot. Bolts that move are brighter in a few rows only.
      expect(brighterRows('unlocked')).toBeGreaterThan(40)
      expect(brighterRows('locking')).toBeLessThan(20)
    })
  })
}
