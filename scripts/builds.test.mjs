import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { buildStale } from './builds.mjs'
import { ROOT } from './installation.mjs'

beforeAll(() => buildStale(['server']), 240_000)

it('the built server makes schemas compile to functions before any schema is created', () => {
  const main = readFileSync(join(ROOT, 'apps', 'server', 'dist', 'main.js'), 'utf8')
  const [first] = /^import .*$/m.exec(main) ?? []
  expect(first).toMatch(/^import ["']zod\/compile["'];?$/)
})
