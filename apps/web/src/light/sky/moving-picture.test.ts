import { describe, expect, test } from 'vitest'
import { isMovingWelcome } from './moving-picture.ts'

describe('a moving picture is allowed', () => {
  test.each([
    ['a browser that says nothing of its line', {}, true],
    ['a fast line', { connection: { effectiveType: '4g', saveData: false } }, true],
    ['a line that it does not know', { connection: {} }, true],
    ['who saves data', { connection: { effectiveType: '4g', saveData: true } }, false],
    ['3g', { connection: { effectiveType: '3g' } }, false],
    ['2g', { connection: { effectiveType: '2g' } }, false],
    ['slow 2g', { connection: { effectiveType: 'slow-2g' } }, false],
    ['a line described in another way', { connection: 'fast' }, true],
  ])('%s: %o', (_name, browser, isWelcome) => {
    expect(isMovingWelcome(false, browser)).toBe(isWelcome)
  })

  test('never with reduced motion', () => {
    expect(isMovingWelcome(true, { connection: { effectiveType: '4g' } })).toBe(false)
  })
})
