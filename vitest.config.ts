import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** `npm run test:all` runs everything; `npm test` leaves out what takes minutes and rarely finds what nothing else does. */
const IS_FULL_RUN = process.env.TEST_ALL === 'yes'

/** Ten times what a test takes on a quiet machine. */
const TIMEOUTS = { testTimeout: 120_000, hookTimeout: 120_000 }

const SERVER = join(import.meta.dirname, 'apps', 'server')
/** What tests need that run the app of the server in their own process: its PostgreSQL and its longer waits. */
const TEST_KIT = {
  globalSetup: [join(SERVER, 'src/testing/global-setup.ts')],
  setupFiles: [join(SERVER, 'src/testing/wait-longer.ts')],
}

/** Whether a test file kills processes, and waits for minutes for what they do then. */
const isLong = ({ moduleId }: TestSpecification) => moduleId.endsWith('crash.test.ts')

/** Whether a test file needs the DOM, by the comment in its first lines. */
const needsDom = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom')

/**
 * Runs the files of a project and an environment one after the other, the longest first. A worker is only kept for the next file
 * if both are the same, and a new worker loads all modules again.
 */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kindOf = (file: TestSpecification) => `${file.project.name} ${needsDom(file)}`
    const byKind = new Map<string, TestSpecification[]>()
    const sorted = await super.sort(files)
    for (const file of [...sorted.filter(isLong), ...sorted.filter((one) => !isLong(one))]) {
      const kind = kindOf(file)
      byKind.set(kind, [...(byKind.get(kind) ?? []), file])
    }
    return [...byKind.values()].flat()
  }
}

/** Test files of a worker share loaded modules, which saves most of the time. So no test may mock a module. */
const ofFolder = (name: string, root: string, more: object = {}) => ({
  test: { name, root, include: ['src/**/*.test.ts'], isolate: false, ...TIMEOUTS, ...more },
})

/** The tests with several apps that are run with an external broker too. */
const ACROSS_INSTANCES = [
  'src/features/realtime/realtime.api.test.ts',
  'src/features/realtime/two-apps.test.ts',
  'src/features/oauth/two-apps.test.ts',
  'src/features/roles/role-sockets.api.test.ts',
  'src/features/roles/role-model.test.ts',
  'src/features/links/link-sockets.api.test.ts',
  'src/features/links/link-life.api.test.ts',
  'src/features/links/uses.api.test.ts',
  'src/features/links/guest-eyes.api.test.ts',
  'src/features/commands/command-endings.api.test.ts',
  'src/features/commands/revoked.api.test.ts',
  'src/features/device-conditions/two-apps.test.ts',
  'src/features/devices/removal.api.test.ts',
  'src/features/devices/settings/settings.api.test.ts',
  'src/features/scenarios/scenario-events.api.test.ts',
  'src/features/scenarios/firing/firings.api.test.ts',
  'src/features/transfers/transfer-races.api.test.ts',
  'src/features/transfers/transfers.api.test.ts',
]

/** Whole programs that are installed, built, started and shaken: what they are made of is tested in `npm test` too. */
const ONLY_IN_FULL_RUN: Record<string, string[]> = {
  server: [
    'src/features/matter/matter-life.test.ts',
    'src/features/matter/commissioning-killed.test.ts',
    'src/features/matter/matter-instances.test.ts',
    'src/features/matter/instances-killed.test.ts',
    'src/features/bridge-nodes/bridge-life.test.ts',
    'src/features/bridge-nodes/bridge-instances.test.ts',
    'src/features/bridge-nodes/bridge-loops.test.ts',
    'src/features/bridge-nodes/ecosystem-reading.test.ts',
    'src/features/bridge-nodes/ecosystem-limits.test.ts',
    'src/features/bridge-nodes/hostile-ecosystem.test.ts',
    'src/features/home-assistant/instances-killed.test.ts',
    'src/features/bridge-nodes/ecosystem-sequences.test.ts',
    'src/features/bridge-nodes/home-program.test.ts',
  ],
  bench: ['src/soak.test.ts', 'src/fuzz.test.ts', 'src/endurance.test.ts', 'src/bench.test.ts'],
  scripts: ['scale.test.mjs', 'deploy/compose.test.mjs', 'deploy/machine.test.mjs', 'deploy/image.test.mjs'],
}

const leftOut = (project: string) => (IS_FULL_RUN ? [] : (ONLY_IN_FULL_RUN[project] ?? []))

export default defineConfig({
  test: {
    sequence: { sequencer: ByProject },
    // Tests of processes, e-mails and the database wait for a part of their time, so four share two processors.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      ofFolder('contract', 'packages/contract'),
      ofFolder('matter', 'apps/matter'),
      ofFolder('server', 'apps/server', { exclude: leftOut('server'), ...TEST_KIT }),
      // What matters between instances, once more with Mosquitto between them.
      ...(IS_FULL_RUN
        ? [
            ofFolder('instances', 'apps/server', {
              include: ACROSS_INSTANCES,
              env: { TEST_BROKER: 'mosquitto' },
              ...TEST_KIT,
            }),
          ]
        : []),
      ofFolder('simulator', 'apps/simulator'),
      ofFolder('web', 'apps/web', {
        include: ['{src,build}/**/*.test.{ts,tsx}'],
        setupFiles: ['src/i18n/testing/components.ts'],
      }),
      ofFolder('bench', 'bench', { exclude: leftOut('bench'), ...TEST_KIT }),
      ofFolder('scripts', 'scripts', {
        include: ['*.test.mjs', '{checks,deploy}/*.test.mjs'],
        exclude: leftOut('scripts'),
      }),
    ],
  },
})
