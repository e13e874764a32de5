import * as z from 'zod/mini'
import type { ApiClient } from './api-client.ts'
import type { Access, ApiRequest } from './api-request.ts'

type Rest = Omit<ApiRequest<unknown>, 'method' | 'path' | 'access' | 'answer'>

/** The answer of a call that returns no data. */
export const doneSchema = z.object({})

/** The HTTP calls with one kind of access, each with the schema of its answer. */
export function callsBy(api: Pick<ApiClient, 'request'>, access: Access) {
  const by =
    (method: ApiRequest<unknown>['method']) =>
    <T>(path: string, answer: z.ZodMiniType<T>, rest: Rest = {}): Promise<T> =>
      api.request({ method, path, access, answer, ...rest })
  return { get: by('GET'), post: by('POST'), delete: by('DELETE') }
}
