import { expect, it } from 'vitest'
import { returnPath } from './return-path.ts'

it.each([
  [{ from: '/claim?code=1' }, '/claim?code=1'],
  [{ from: '//evil.example' }, '/home'],
  [{ from: '/\\evil.example' }, '/home'],
  [{ from: 'https://evil.example' }, '/home'],
  [null, '/home'],
  [{ from: 7 }, '/home'],
])('%j leads to %s', (state, path) => {
  expect(returnPath(state)).toBe(path)
})
