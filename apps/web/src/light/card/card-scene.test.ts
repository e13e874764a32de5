import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CORNER, NARROW } from './card-scene.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the canvas folds the room where the words and keys of a card expect it', () => {
  expect(read('../../ui/styles/tokens.css')).toContain(`--card-corner: ${CORNER}px;`)
  const shell = read('../../features/device-card/card-shell.module.css')
  const [, below, corner] =
    /@container \(max-width: ([\d.]+)px\) \{[^}]*--card-corner: (\d+)px/.exec(shell) ?? []
  expect(Math.ceil(Number(below))).toBe(NARROW.below)
  expect(Number(corner)).toBe(NARROW.corner)
})
