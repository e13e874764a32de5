import { deviceListSchema, PERMISSIONS } from '@senca/contract'
import { can } from '#features/rights/index.ts'
import { errorOf } from '../test-client.ts'
import { type ModelVerb, may, type Question, VERBS } from './model.ts'
import type { Instances, Town } from './town.ts'

/** A change must reach the other instance within a second; the machine may be ten times slower. */
const WITHIN_MS = 120_000

const MAY = 'may'

interface Asked {
  person: number
  devices: readonly string[]
  verb: ModelVerb
  at: 0 | 1
}

/** Repeats a check until there are no errors and returns how long it took. Throws the remaining errors after the time limit. */
async function settle(wrong: () => Promise<string[]> | string[]): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const faults = await wrong()
    const ms = performance.now() - begun
    if (faults.length === 0) return ms
    if (ms > WITHIN_MS) throw new Error(faults.join('\n'))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The comparisons of a town with the model. */
export function createTownChecks(instances: Instances, town: Town) {
  const [app] = instances
  const { model, residents } = town
  const nowMs = () => app.clock.now().getTime()
  let reports = 0

  /** The owners of the devices, from committed data. A device without an owner does not belong to the town. */
  const ownersNow = async (): Promise<Map<string, string>> => {
    const { rows } = await app.database.pool.query<{ id: string; owner_id: string }>(
      'select id, owner_id from devices where owner_id = any($1::uuid[])',
      [residents.map(({ accountId }) => accountId)],
    )
    return new Map(rows.map((row) => [row.id, row.owner_id]))
  }

  const wrongAt = async (at: 0 | 1, owners: ReadonlyMap<string, string>): Promise<string[]> => {
    const faults: string[] = []
    if (owners.size !== model.owners.size) faults.push(`${owners.size} devices, not ${model.owners.size}`)
    for (const [person, { accountId }] of residents.entries()) {
      const received = await instances[at].receivedBy(accountId)
      const actor = { kind: 'account', accountId, sessionId: '', received } as const
      for (const device of model.owners.keys()) {
        const guarded = { id: device, ownerId: owners.get(device) ?? null }
        for (const verb of VERBS) {
          const found = can(actor, verb, guarded)
          if (found === may(model, { person, verb, device, now: nowMs() })) continue
          faults.push(`at ${at}: ${person} ${found ? 'may' : 'may not'} ${verb} ${device}`)
        }
      }
    }
    return faults
  }

  /** Updates what sockets know from their messages. Returns messages that they should not have received. */
  const listen = (before: readonly ReadonlySet<string>[]): string[] =>
    residents.flatMap(({ sockets }, person) => {
      const visible = new Set(town.visibleTo(person))
      return sockets.flatMap(({ socket, known }, at) =>
        socket.received.splice(0).flatMap(({ subject, data }) => {
          if (subject === 'auth.expired') return [`the socket of ${person} at ${at} has expired`]
          if (!('deviceId' in data) || typeof data.deviceId !== 'string') return []
          const { deviceId } = data
          if (subject === 'device.deleted') known.delete(deviceId)
          if (subject === 'device.created') known.add(deviceId)
          const isGood =
            subject === 'device.deleted' || visible.has(deviceId) || before[person]?.has(deviceId) === true
          return isGood ? [] : [`${person} received ${subject} of ${deviceId} at ${at}`]
        }),
      )
    })

  const unlikeSockets = (): string[] =>
    residents.flatMap(({ sockets }, person) => {
      const expected = town.visibleTo(person).toSorted().join()
      return sockets.flatMap(({ known }, at) =>
        [...known].toSorted().join() === expected
          ? []
          : [`the socket of ${person} at ${at} knows other devices`],
      )
    })

  return {
    /** Compares account × device × verb on both instances: at once on the instance of the step, soon on the other one. */
    async allRights(at: 0 | 1): Promise<number> {
      const owners = await ownersNow()
      const faults = await wrongAt(at, owners)
      if (faults.length > 0) throw new Error(faults.join('\n'))
      return settle(() => wrongAt(at === 0 ? 1 : 0, owners))
    },

    /** Compares the devices that were published to sockets with what may be viewed. They must not have received anything else. */
    async sockets(before: readonly ReadonlySet<string>[]): Promise<number> {
      const overheard: string[] = []
      const ms = await settle(() => {
        overheard.push(...listen(before))
        return unlikeSockets()
      })
      if (overheard.length > 0) throw new Error(overheard.join('\n'))
      return ms
    },

    /**
     * A device reports, and everyone who may view it must receive this on both instances. Unexpected receivers are found in the
     * next step.
     */
    async report(pick: number) {
      const [id, device] = [...town.present][pick % town.present.size] ?? []
      if (id === undefined || device === undefined) throw new Error('no device reports')
      reports += 1
      const position = (reports % 1_000) / 1_000
      device.report({ position })
      const hearers = residents.flatMap((resident, person) =>
        may(model, { person, verb: 'view', device: id, now: nowMs() }) ? resident.sockets : [],
      )
      await settle(() =>
        hearers.every(({ socket }) =>
          socket.received.some(
            ({ subject, data }) =>
              subject === 'device.state_update' && data.deviceId === id && data.state.position === position,
          ),
        )
          ? []
          : [`the report of ${id} was not received by all who may`],
      )
    },

    /** One person asks one question over HTTP. */
    async ask({ role, ...question }: Question) {
      const sharing = role === null ? undefined : town.roleAt(role)
      const person = sharing?.users[0] ?? question.person
      const device = sharing?.devices[0] ?? town.deviceAt(question.device)
      await askAll({ person, devices: [device], verb: question.verb, at: question.at })
    },

    /** Asks everything over HTTP: six people, twenty devices, three verbs, two instances, and the lists. */
    async everything() {
      const devices = [...model.owners.keys()]
      for (const at of [0, 1] as const) {
        for (const [person, { clients }] of residents.entries()) {
          const listed = deviceListSchema.parse(
            await clients[at].ok(clients[at].api('GET', '/auth/api/v1/device/list?index=token')),
          )
          if (Object.keys(listed).toSorted().join() !== town.visibleTo(person).toSorted().join())
            throw new Error(`${person} is listed other devices at ${at}`)
          for (const verb of PERMISSIONS) await askAll({ person, devices, verb, at })
        }
      }
    },
  }

  /**
   * With an external broker, a command to a device that was just made waits a moment by the clock of the test, which does not move
   * during the questions of a step. Commands to it are asked about from the next step on.
   */
  function answering(devices: readonly string[], verb: ModelVerb): readonly string[] {
    return verb === 'command' ? devices.filter((device) => !town.made.has(device)) : devices
  }

  async function askAll({ person, devices: all, verb, at }: Asked) {
    const devices = answering(all, verb)
    if (devices.length === 0) return
    const answers = await answersOf({ person, devices, verb, at })
    for (const [n, device] of devices.entries()) {
      const expected = expectedOf(person, device, verb)
      if (answers[n] !== expected)
        throw new Error(`${person} asked to ${verb} ${device} at ${at}: ${answers[n]}, not ${expected}`)
    }
  }

  /** For each device whether it may be used, or the refusal. */
  async function answersOf({ person, devices, verb, at }: Asked): Promise<string[]> {
    const client = residents[person]?.clients[at]
    if (client === undefined) throw new Error('nobody asks')
    if (verb === 'view') {
      const infos = await client.info(...devices)
      return devices.map((device) => (infos[device] === undefined ? 'device_not_exist' : MAY))
    }
    if (verb === 'command') {
      const results = await client.move(devices.map((token) => ({ token, command: 'move', position: 50 })))
      const errors = new Map(
        results.flatMap((result) =>
          result.device_ids.map((id) => [id, result.status === 'error' ? result.error : MAY]),
        ),
      )
      // It has no hardware, which is checked last.
      return devices.map((id) => {
        const error = errors.get(id) ?? 'unanswered'
        return error === 'device_offline' ? MAY : error
      })
    }
    const answers: string[] = []
    for (const token of devices) {
      // The settings are empty, so a person with the right gets an answer about that before anything changes.
      const json = { token, settings: {} }
      const error = errorOf(await client.api('POST', '/auth/api/v1/device/settings', { json }))
      answers.push(error === 'data_missing' ? MAY : error)
    }
    return answers
  }

  function expectedOf(person: number, device: string, verb: ModelVerb): string {
    const now = nowMs()
    if (may(model, { person, verb, device, now })) return MAY
    return may(model, { person, verb: 'view', device, now }) ? 'insufficient_permission' : 'device_not_exist'
  }
}
