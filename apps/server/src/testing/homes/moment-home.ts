import {
  type Moment,
  type MomentRun,
  momentRunSchema,
  momentSchema,
  momentsSchema,
} from '@senca/contract/automation'
import type { Answer, TestClient } from '../test-client.ts'

/** Helpers for calls about moments, which use the current owner at each call. */
export function momentHome(owner: () => TestClient) {
  const ask = (call: string, json: object, client = owner()): Promise<Answer> =>
    client.api('POST', `/auth/api/v1/moment/${call}`, { json })
  return {
    ask,
    create: async (name: string, steps: object[]): Promise<Moment> =>
      momentSchema.parse(await owner().ok(ask('create', { name, steps }))),
    update: async (id: string, changes: object): Promise<Moment> =>
      momentSchema.parse(await owner().ok(ask('update', { id, ...changes }))),
    list: async (client = owner()): Promise<Moment[]> =>
      momentsSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/moment/list'))),
    run: async (id: string): Promise<MomentRun> =>
      momentRunSchema.parse(await owner().ok(ask('run', { id }))),
  }
}
