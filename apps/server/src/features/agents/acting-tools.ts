import * as z from 'zod/mini'
import type { ApprovalService } from '#features/approvals/index.ts'
import type { CommandService } from '#features/commands/index.ts'
import type { BridgeActor } from '#features/rights/index.ts'
import type { ScenarioService } from '#features/scenarios/index.ts'
import { ApiError } from '#platform/errors.ts'
import { plainText } from './plain-text.ts'
import { shownResults } from './shown-results.ts'
import { ACTS, defineTool, MOVES, READS, type Tool } from './tool.ts'

const IDS = 20
const TAKEN =
  'The answer "taken" says that the device has the command, not that it is done: read get_devices for that. "held" says what keeps it in its safe position; trying again does not help.'

export interface ActingToolsOptions {
  commands: Pick<CommandService, 'move' | 'abort'>
  approvals: Pick<ApprovalService, 'ask' | 'status'>
  scenarios: Pick<ScenarioService, 'listRunnable' | 'run'>
}

const idSchema = z.string().check(z.minLength(1), z.maxLength(64))
const percentSchema = z.int().check(z.minimum(0), z.maximum(100))

const LIGHT_TYPES = { door: 'door', handle: 'handle', first: 'light_1', second: 'light_2' } as const
const LIGHTS = ['door', 'handle', 'first', 'second'] as const

/** The tools that move something. None takes "all", and none unlocks [BR45]. */
export function createActingTools({ commands, approvals, scenarios }: ActingToolsOptions): Tool[] {
  const send = async (bridge: BridgeActor, all: readonly { token: string; command: string }[]) => {
    // Nothing that an agent sends unlocks, so that it shows no proof.
    const results = await commands.move(bridge, all, { isAwaited: false, shown: { host: '' } })
    return { results: shownResults(results) }
  }

  return [
    defineTool({
      name: 'move',
      title: 'Move shades',
      description: `Moves up to 20 named shades. closedPercent is 0 for open and 100 for closed; tiltPercent is that of slats. ${TAKEN}`,
      scope: 'devices:command',
      annotations: MOVES,
      input: z.strictObject({
        moves: z
          .array(
            z.strictObject({
              id: idSchema,
              closedPercent: z.optional(percentSchema),
              tiltPercent: z.optional(percentSchema),
            }),
          )
          .check(z.minLength(1), z.maxLength(IDS)),
      }),
      commandsIn: ({ moves }) => moves.length,
      run(bridge, { moves }) {
        if (
          moves.some(
            ({ closedPercent, tiltPercent }) => closedPercent === undefined && tiltPercent === undefined,
          )
        )
          throw new ApiError('invalid_command')
        return send(
          bridge,
          moves.map(({ id, closedPercent, tiltPercent }) => ({
            token: id,
            command: 'move',
            ...(closedPercent === undefined ? {} : { position: closedPercent }),
            ...(tiltPercent === undefined ? {} : { inclination: tiltPercent }),
          })),
        )
      },
    }),
    defineTool({
      name: 'stop',
      title: 'Stop shades',
      description: 'Stops up to 20 named shades where they are.',
      scope: 'devices:command',
      annotations: { ...MOVES, destructiveHint: false },
      input: z.strictObject({ ids: z.array(idSchema).check(z.minLength(1), z.maxLength(IDS)) }),
      async run(bridge, { ids }) {
        const results = await commands.abort(
          bridge,
          [...new Set(ids)].map((token) => ({ token })),
        )
        return { results: shownResults(results) }
      },
    }),
    defineTool({
      name: 'set_light',
      title: 'Set a light',
      description: `Sets the brightness of a light, or of the door or handle light of a door. ${TAKEN}`,
      scope: 'devices:command',
      annotations: { ...MOVES, destructiveHint: false },
      input: z.strictObject({ id: idSchema, light: z.enum(LIGHTS), brightnessPercent: percentSchema }),
      commandsIn: () => 1,
      run: (bridge, { id, light, brightnessPercent }) =>
        send(bridge, [
          Object.assign(
            { token: id, command: 'light_apply' },
            { lightType: LIGHT_TYPES[light], brightness: brightnessPercent / 100 },
          ),
        ]),
    }),
    defineTool({
      name: 'set_glass',
      title: 'Set the glass of a door',
      description: `Makes the glass of a door clear (0) or milky (100). ${TAKEN}`,
      scope: 'devices:command',
      annotations: { ...MOVES, destructiveHint: false },
      input: z.strictObject({ id: idSchema, milkyPercent: percentSchema }),
      commandsIn: () => 1,
      run: (bridge, { id, milkyPercent }) =>
        send(bridge, [
          Object.assign({ token: id, command: 'magic_foil_apply' }, { opacity: milkyPercent / 100 }),
        ]),
    }),
    defineTool({
      name: 'lock_door',
      title: 'Lock a door',
      description: `Locks a door that has a motor for it. There is no tool that unlocks; ask_to_unlock asks a person. ${TAKEN}`,
      scope: 'devices:command',
      annotations: { ...MOVES, destructiveHint: false },
      input: z.strictObject({ id: idSchema }),
      commandsIn: () => 1,
      run: (bridge, { id }) =>
        send(bridge, [Object.assign({ token: id, command: 'lock' }, { lockType: 'motor' })]),
    }),
    defineTool({
      name: 'ask_to_unlock',
      title: 'Ask to unlock a door',
      description:
        'Asks the people who may open this door to unlock it. One of them does so, or nobody does: the request ends after a minute. get_ask returns the result.',
      scope: 'doors:ask',
      annotations: ACTS,
      input: z.strictObject({ id: idSchema, lock: z.enum(['motor', 'magnet']) }),
      async run(bridge, { id, lock }) {
        const asked = await approvals.ask(bridge, { token: id, lockType: lock })
        return { answer: 'a person was asked', ask: asked.id, expiresAt: asked.expiresAt }
      },
    }),
    defineTool({
      name: 'get_ask',
      title: 'See the result of a request',
      description:
        'Returns whether a person has allowed or denied a request to unlock, or whether it has expired.',
      scope: 'doors:ask',
      annotations: READS,
      input: z.strictObject({ id: idSchema }),
      async run(bridge, { id }) {
        const { status, result } = await approvals.status(bridge, id)
        return { status, results: result === undefined ? [] : shownResults([result]) }
      },
    }),
    defineTool({
      name: 'list_scenarios',
      title: 'List scenarios',
      description: 'Lists the scenarios that may be run: those of which every device may be moved.',
      scope: 'scenarios:run',
      annotations: READS,
      input: z.strictObject({}),
      run: async (bridge) => ({
        scenarios: (await scenarios.listRunnable(bridge)).map(({ id, name, enabled, nextAt, deviceIds }) => ({
          id,
          name: plainText(name),
          enabled,
          nextAt: nextAt?.toISOString() ?? null,
          deviceIds: deviceIds.slice(0, IDS),
          devices: deviceIds.length,
        })),
      }),
    }),
    defineTool({
      name: 'run_scenario',
      title: 'Run a scenario',
      description: `Runs a scenario now, also one that is disabled. ${TAKEN}`,
      scope: 'scenarios:run',
      annotations: ACTS,
      input: z.strictObject({ id: idSchema }),
      commandsIn: () => 1,
      run: async (bridge, { id }) => ({ results: shownResults(await scenarios.run(bridge, id)) }),
    }),
  ]
}
