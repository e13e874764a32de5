import fc from 'fast-check'
import { afterAll, beforeAll, it } from 'vitest'
import { seedOfRun, sizeOfRun } from '#testing/full-run.ts'
import { PEOPLE, stepArbitrary } from '#testing/role-model/model.ts'
import { createTown, type Instances, type Town } from '#testing/role-model/town.ts'
import { createTownChecks } from '#testing/role-model/town-checks.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

/** The number of steps; set `ROLE_MODEL_STEPS` for a long run. */
const STEPS = Number(process.env.ROLE_MODEL_STEPS ?? sizeOfRun(150, 40))
const SEED = Number(process.env.ROLE_MODEL_SEED ?? seedOfRun(7))
/** Towns run concurrently, because a step mostly waits for the database. */
const TOWNS = Math.min(8, Math.ceil(STEPS / 500))
/** How often a long run reports its progress, in steps. */
const REPORTED_EVERY = 1_000
/** After this many steps of a town, everything is checked over HTTP. */
const SWEPT_EVERY = 500
/** The time that passes before each step, enough for an external broker to report which devices are connected; sometimes more passes. */
const PASSES_MS = 300
const PASSES_MORE_MS = 7_000
/** Tokens of the API and of sockets are valid for 15 minutes. */
const SIGNED_IN_MS = 600_000

let app: TestApp
let instances: Instances
let towns: { town: Town; checks: ReturnType<typeof createTownChecks> }[]
beforeAll(async () => {
  app = await createTestApp()
  instances = [app, await app.twin()]
  towns = []
  for (let n = 0; n < TOWNS; n += 1) {
    const town = await createTown(instances)
    towns.push({ town, checks: createTownChecks(instances, town) })
    await app.database.pool.query('delete from rate_limits')
  }
}, 600_000)
afterAll(async () => {
  for (const { town } of towns) await town.close()
  await app.close()
})

it(`what anybody may do and receive is what a model of ten lines says, on both instances, after each step (seed ${SEED})`, async () => {
  const steps = fc.sample(stepArbitrary, { numRuns: STEPS, seed: SEED })
  let signedInAt = Number.NEGATIVE_INFINITY
  let slowest = 0

  const takeStep = async ({ town, checks }: (typeof towns)[number], n: number, before: Set<string>[]) => {
    const step = steps[n]
    if (step === undefined) return
    const round = Math.floor(n / TOWNS)
    try {
      await town.take(step.done)
      const known = await checks.allRights(step.done.at)
      const received = await checks.sockets(before)
      slowest = Math.max(slowest, known, received)
      await checks.report(round)
      await checks.ask(step.question)
      if (round % SWEPT_EVERY === SWEPT_EVERY - 1 || n + TOWNS >= STEPS) await checks.everything()
    } catch (error) {
      throw new Error(`step ${n}, ${JSON.stringify(step)}`, { cause: error })
    }
  }

  for (let n = 0; n < STEPS; n += TOWNS) {
    // Hourly limits are reset, except those on e-mails, which may be reached.
    await app.database.pool.query(`delete from rate_limits where key not like 'role mails%'`)
    if (app.clock.now().getTime() - signedInAt > SIGNED_IN_MS) {
      for (const { town } of towns) await town.signInAgain()
      signedInAt = app.clock.now().getTime()
    }
    const before = towns.map(({ town }) =>
      [...Array(PEOPLE).keys()].map((person) => new Set(town.visibleTo(person))),
    )
    app.clock.advance((n / TOWNS) % 10 === 9 ? PASSES_MORE_MS : PASSES_MS)
    const taken = await Promise.allSettled(
      towns.map((each, place) => takeStep(each, n + place, before[place] ?? [])),
    )
    for (const each of taken) if (each.status === 'rejected') throw each.reason
    if (Math.floor((n + TOWNS) / REPORTED_EVERY) > Math.floor(n / REPORTED_EVERY))
      console.info(`${n + TOWNS} steps as the model says; slowest ${Math.round(slowest)} ms`)
  }
}, 86_400_000)
