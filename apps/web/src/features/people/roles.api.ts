import {
  type ReceivedRole,
  type Role,
  type RoleCreateRequest,
  type RoleReport,
  type RoleUpdateRequest,
  receivedRolesSchema,
  roleReportSchema,
  roleSchema,
  rolesSchema,
} from '@senca/contract/people'
import { callsBy, doneSchema } from '#core/api/api-calls.ts'
import { api } from '#core/browser.ts'

const ROLE = '/api/v1/role'

const { get, post } = callsBy(api, 'apiToken')

/** The calls for roles: sharing devices with other accounts, and giving up received roles. */
export const rolesApi = {
  list: (signal: AbortSignal): Promise<Role[]> => get(`${ROLE}/list`, rolesSchema, { signal }),
  received: (signal: AbortSignal): Promise<ReceivedRole[]> =>
    get(`${ROLE}/received`, receivedRolesSchema, { signal }),
  create: (role: RoleCreateRequest): Promise<Role> => post(`${ROLE}/create`, roleSchema, { json: role }),
  /** Null clears a field; fields that are left out stay unchanged. */
  update: (changes: RoleUpdateRequest): Promise<Role> =>
    post(`${ROLE}/update`, roleSchema, { json: changes }),
  remove: (id: string) => post(`${ROLE}/delete`, doneSchema, { json: { id } }),
  leave: (id: string) => post(`${ROLE}/leave`, doneSchema, { json: { id } }),
  report: (id: string, signal: AbortSignal): Promise<RoleReport> =>
    get(`${ROLE}/report`, roleReportSchema, { query: { id: [id] }, signal }),
}
