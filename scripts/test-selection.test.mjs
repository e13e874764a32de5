import { expect, it } from 'vitest'
import { readSelection, testsOf } from './test-selection.mjs'

it.each([
  [[], { unit: [], browser: [], smoke: false, all: false }],
  [['--all'], { unit: [], browser: [], smoke: false, all: true }],
  [
    ['apps/server/src/features/links'],
    { unit: ['apps/server/src/features/links'], smoke: false, all: false },
  ],
  [['e2e/tests/home'], { browser: ['e2e/tests/home'], smoke: false, all: false }],
])('reads %j', (args, selection) => {
  expect(readSelection(args)).toEqual(selection)
})

it('refuses an option that it does not know', () => {
  expect(() => readSelection(['--changd'])).toThrow('--changd is none of')
})

it('adds the smoke run to what changed since a commit', () => {
  const asked = []
  const changedSince = (commit) => {
    asked.push(commit)
    return ['packages/contract/src/errors.ts', 'e2e/tests/home/rooms.spec.ts']
  }
  expect(readSelection(['--changed', 'HEAD~3'], changedSince)).toEqual({
    unit: ['apps/web/', 'packages/contract/'],
    browser: ['e2e/tests/home/rooms.spec.ts'],
    smoke: true,
    all: false,
  })
  expect(asked).toEqual(['HEAD~3'])
})

it.each([
  [
    'a feature of the server',
    'apps/server/src/features/links/uses.store.ts',
    ['apps/server/src/features/links/'],
  ],
  ['a part of the platform', 'apps/server/src/platform/http/drain.ts', ['apps/server/src/platform/http/']],
  ['the table of contents', 'apps/server/src/app.ts', ['apps/server/src/app.test.ts']],
  ['a test of the whole server', 'apps/server/src/bad-input.test.ts', ['apps/server/src/bad-input.test.ts']],
  ['a script', 'scripts/test-selection.mjs', ['scripts/test-selection.test.mjs']],
  ['a page of the docs', 'docs/operate/scale.md', undefined],
])('runs the tests beside %s', (_name, file, unit) => {
  expect(testsOf([file])).toEqual({ unit, browser: undefined })
})
