import { type CommandResult, commandResultsSchema } from '@senca/contract'
import {
  type Group,
  type GroupCreateRequest,
  type GroupUpdateRequest,
  groupSchema,
  groupsSchema,
} from '@senca/contract/automation'
import { queryOptions } from '@tanstack/react-query'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'
import { noteHeld } from '#features/device-model/held-devices.ts'
import { type Failure, failuresOf, type GroupCommand, type GroupPart } from './group-moves.ts'

const { get, post } = callsBy(api, 'apiToken')
const GROUP = '/api/v1/group'

export const groupsApi = {
  create: (group: GroupCreateRequest): Promise<Group> =>
    post(`${GROUP}/create`, groupSchema, { json: group }),
  /** Fields that are left out stay unchanged. */
  update: (changes: GroupUpdateRequest): Promise<Group> =>
    post(`${GROUP}/update`, groupSchema, { json: changes }),
  remove: (id: string) => post(`${GROUP}/delete`, doneSchema, { json: { id } }),
  move: (id: string, command: GroupCommand): Promise<CommandResult[]> =>
    post(`${GROUP}/move`, commandResultsSchema, { json: { id, ...command } }),
  stop: (id: string): Promise<CommandResult[]> =>
    post(`${GROUP}/abort`, commandResultsSchema, { json: { id } }),
  /** Sends the same command to some members. */
  moveSome: (ids: readonly string[], command: GroupCommand): Promise<CommandResult[]> =>
    post('/api/v1/device/move', commandResultsSchema, {
      json: { commands: ids.map((token) => ({ token, ...command })) },
    }),
}

/** Sends the commands of a move, each of which is for another part of the members, and returns the members for which they failed. */
export async function sendParts(groupId: string, parts: readonly GroupPart[]): Promise<Failure[]> {
  const failures = await Promise.all(
    parts.map(async ({ command, ids }) => {
      const results = await (ids === null
        ? groupsApi.move(groupId, command)
        : groupsApi.moveSome(ids, command))
      noteHeld(results)
      return failuresOf(results, command)
    }),
  )
  return failures.flat()
}

/** The data never becomes stale: pushes announce changes, and every sign-in of the socket reloads it. */
export const groupsQuery = queryOptions({
  queryKey: [...SCENARIO_KEY, 'groups'],
  queryFn: ({ signal }) => get(`${GROUP}/list`, groupsSchema, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const reloadGroups = () => loadAgain(queryClient, SCENARIO_KEY)
