import { createHash } from 'node:crypto'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { javascriptBudget, type RouteBudget } from './javascript-budget.ts'

/** An app whose entry loads one route lazily. Each of the two holds a kilobyte that cannot be compressed. */
const noise = (seed: number) =>
  Array.from({ length: 32 }, (_, index) =>
    createHash('sha256').update(`${seed}.${index}`).digest('base64'),
  ).join('')
const FILES: Record<string, string> = {
  '/entry.js': `console.log('${noise(1)}'); globalThis.open = () => import('/route.js')`,
  '/route.js': `import '/shared.js'; console.log('${noise(2)}')`,
  '/shared.js': `console.log('${noise(3)}')`,
}

const buildWith = (budgets: RouteBudget[]) =>
  build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'files',
        resolveId: (id: string) => (id in FILES ? id : null),
        load: (id: string) => FILES[id] ?? null,
      },
      javascriptBudget(budgets),
    ],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: '/entry.js' } satisfies Rolldown.InputOptions,
    },
  })

it('lets a build pass whose routes keep to their budget', async () => {
  await expect(
    buildWith([{ route: '/', entry: '/entry.js', texts: [], modules: ['/route.js'], maxGzipKilobytes: 5 }]),
  ).resolves.toBeDefined()
})

it('fails a build whose route loads too much, counting the entry, the route and what it imports', async () => {
  await expect(
    buildWith([{ route: '/', entry: '/entry.js', texts: [], modules: ['/route.js'], maxGzipKilobytes: 3 }]),
  ).rejects.toThrow(/Too much JavaScript\. \/: [34]\.\d of 3 KB/)
  await expect(
    buildWith([{ route: '/', entry: '/entry.js', texts: [], modules: [], maxGzipKilobytes: 3 }]),
  ).resolves.toBeDefined()
})

it('fails when a budget names a module that is not built', async () => {
  await expect(
    buildWith([{ route: '/x', entry: '/entry.js', texts: [], modules: ['/gone.js'], maxGzipKilobytes: 9 }]),
  ).rejects.toThrow(/\/gone\.js is in no chunk/)
})
