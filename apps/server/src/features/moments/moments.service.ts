import { randomUUID } from 'node:crypto'
import { isRenamed, LIMITS, nameKeyOf } from '@senca/contract'
import type {
  Moment,
  MomentCreateRequest,
  MomentRun,
  MomentStep,
  MomentUpdateRequest,
} from '@senca/contract/automation'
import type { AccountActor } from '#features/rights/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { CarryOut } from './moment-acts.ts'
import type { MomentStore } from './moments.store.ts'

interface MomentServiceOptions {
  store: MomentStore
  scenarios: Pick<ScenarioService, 'run' | 'assertOwn'>
  carryOut: CarryOut
}

const momentOf = (moments: readonly Moment[], id: string): Moment => {
  const moment = moments.find((candidate) => candidate.id === id)
  if (moment === undefined) throw new ApiError('resource_not_found')
  return moment
}

const assertNameFree = (moments: readonly Moment[], name: string): void => {
  if (moments.some((moment) => nameKeyOf(moment.name) === nameKeyOf(name)))
    throw new ApiError('device_name_in_use', { key: 'name', message: 'Another moment has this name.' })
}

const scenarioIdsOf = (steps: readonly MomentStep[]): string[] =>
  steps.flatMap((step) => ('scenarioId' in step ? step.scenarioId : []))

/** Moments: several scenarios and acts for the whole home, run in order by one key. */
export function createMomentService({ store, scenarios, carryOut }: MomentServiceOptions) {
  const change = <T>(
    { accountId }: AccountActor,
    work: (queries: Queries, moments: Moment[]) => Promise<T>,
  ): Promise<T> =>
    store.changeAlone(accountId, async (queries) => work(queries, await store.list(accountId, queries)))

  /** A scenario that was found may have been deleted before the lock was taken. */
  const fill = async (queries: Queries, { accountId }: AccountActor, id: string, steps: MomentStep[]) => {
    const ids = scenarioIdsOf(steps)
    const known = await store.scenariosOf(queries, accountId, ids)
    if (ids.some((scenarioId) => !known.has(scenarioId)))
      throw new ApiError('resource_not_found', { key: 'steps' })
    await store.fill(queries, id, steps)
  }

  const list = ({ accountId }: AccountActor): Promise<Moment[]> => store.list(accountId)
  const shown = async (actor: AccountActor, id: string): Promise<Moment> => momentOf(await list(actor), id)

  /** Empty for the step of a scenario that was deleted since the run began. */
  const runStep = async (actor: AccountActor, step: MomentStep): Promise<MomentRun> => {
    if ('act' in step) return [{ step, ...(await carryOut(actor, step.act)) }]
    try {
      return [{ step, results: await scenarios.run(actor, step.scenarioId) }]
    } catch (error) {
      if (error instanceof ApiError && error.code === 'resource_not_found') return []
      throw error
    }
  }

  return {
    list,

    /** Throws `device_name_in_use`, `moments_limit_exceeded`, `resource_not_found`, `insufficient_permission`. */
    async create(actor: AccountActor, { name, steps }: MomentCreateRequest): Promise<Moment> {
      await scenarios.assertOwn(actor, scenarioIdsOf(steps), 'steps')
      const id = randomUUID()
      await change(actor, async (queries, moments) => {
        if (moments.length >= LIMITS.MOMENTS_PER_ACCOUNT) throw new ApiError('moments_limit_exceeded')
        assertNameFree(moments, name)
        await store.insert(queries, actor.accountId, { id, name })
        await fill(queries, actor, id, steps)
      })
      return shown(actor, id)
    },

    /** Changes the given properties. Throws `resource_not_found`, `device_name_in_use`, `insufficient_permission`. */
    async update(actor: AccountActor, { id, name, steps }: MomentUpdateRequest): Promise<Moment> {
      await shown(actor, id)
      await scenarios.assertOwn(actor, scenarioIdsOf(steps ?? []), 'steps')
      await change(actor, async (queries, moments) => {
        const moment = momentOf(moments, id)
        if (name !== undefined && isRenamed(moment.name, name)) {
          assertNameFree(
            moments.filter((other) => other !== moment),
            name,
          )
          await store.rename(queries, id, name)
        }
        if (steps !== undefined) await fill(queries, actor, id, steps)
      })
      return shown(actor, id)
    },

    /** Its scenarios stay. Throws `resource_not_found`. */
    async delete(actor: AccountActor, id: string): Promise<void> {
      await change(actor, async (queries, moments) => {
        await store.delete(queries, momentOf(moments, id).id)
      })
    },

    /**
     * Runs the steps in order. Each starts when the devices of the one before have acknowledged their commands, so that of two commands
     * for a device the later step's is the newer one. Nothing of it is stored: a server that ends resumes nothing.
     */
    async run(actor: AccountActor, id: string): Promise<MomentRun> {
      const { steps } = await shown(actor, id)
      const run: MomentRun = []
      for (const step of steps) run.push(...(await runStep(actor, step)))
      return run
    },
  }
}

export type MomentService = ReturnType<typeof createMomentService>
