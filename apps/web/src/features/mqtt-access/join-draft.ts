import { BROKER_FAULTS, type BrokerFault } from '@senca/contract/mqtt'
import { ApiFailure } from '#core/api/failures.ts'
import type { FieldErrors } from '#i18n/use-form.ts'
import type { JoinRequest } from './join.ts'

/** The values of the form that joins a broker, as they are typed. */
export interface JoinDraft {
  host: string
  port: string
  tls: boolean
  username: string
  password: string
  discoveryPrefix: string
  ca: string
}

export const NEW_JOIN: JoinDraft = {
  host: '',
  port: '',
  tls: false,
  username: '',
  password: '',
  discoveryPrefix: '',
  ca: '',
}

/** Why a broker cannot be used, and the field that each concerns most. */
const FIELD_OF = {
  dns: 'host',
  unreachable: 'host',
  timeout: 'host',
  not_mqtt: 'port',
  not_allowed: 'host',
  tls: 'ca',
  bad_login: 'password',
  no_rights: 'username',
} as const satisfies Record<BrokerFault, keyof JoinDraft>

export type JoinError = BrokerFault | 'hostMissing' | 'portInvalid' | 'invalid'

const MAX_PORT = 65_535

export function validateJoin({ host, port }: JoinDraft): FieldErrors<JoinError> {
  const isPort = /^\d{1,5}$/.test(port.trim()) && Number(port) >= 1 && Number(port) <= MAX_PORT
  return {
    ...(host.trim() === '' ? { host: 'hostMissing' as const } : {}),
    ...(port.trim() === '' || isPort ? {} : { port: 'portInvalid' as const }),
  }
}

/** Fields that are left empty are left out: the server has values of its own. */
export function joinRequestOf(draft: JoinDraft): JoinRequest {
  const text = (name: 'username' | 'password' | 'discoveryPrefix' | 'ca') =>
    draft[name] === '' ? {} : { [name]: draft[name] }
  return {
    host: draft.host.trim(),
    tls: draft.tls,
    ...(draft.port.trim() === '' ? {} : { port: Number(draft.port) }),
    ...text('username'),
    ...text('password'),
    ...text('discoveryPrefix'),
    ...(draft.tls ? text('ca') : {}),
  }
}

const faultOf = (detail: string | null): BrokerFault | undefined =>
  BROKER_FAULTS.find((one) => one === detail)
const isField = (key: string | null): key is keyof JoinDraft => key !== null && Object.hasOwn(NEW_JOIN, key)

/** The field of a refusal; null if it is about something else. Without TLS there is no field for its certificate. */
export function joinRefusal(failure: unknown, { tls }: JoinDraft): FieldErrors<JoinError> | null {
  if (!(failure instanceof ApiFailure)) return null
  const { error, detail, key } = failure
  const fault = error === 'broker_unusable' ? faultOf(detail) : undefined
  if (fault !== undefined) {
    const field = FIELD_OF[fault]
    return { [field === 'ca' && !tls ? 'host' : field]: fault }
  }
  return error === 'malformed_request' && isField(key) ? { [key]: 'invalid' } : null
}
