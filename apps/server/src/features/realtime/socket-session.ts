import {
  type ClientMessage,
  clientMessageSchema,
  LIMITS,
  type MessageData,
  type ServerMessage,
} from '@senca/contract'
import type { SocketActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { parseJson } from '#platform/parse-json.ts'
import { TokenBucket } from '#platform/token-bucket.ts'
import type { Hub } from './hub.ts'
import type { Outbox } from './outbox.ts'
import type { SocketLimits } from './socket-limits.ts'

/** RFC 6455 §7.4.1: 1003 means a kind of data that cannot be accepted, 1008 a message that violates a policy. */
const UNACCEPTABLE = 1003
const POLICY = 1008
/** After this many rejected tokens the client is assumed to be guessing. */
const MAX_REJECTIONS = 5
/** A client signs in again once an hour, when its token expires, and whenever it has a new one. */
const SIGN_IN_RATE = { burst: 10, ratePerSecond: 1 / 60 }

const HEARTBEAT = JSON.stringify({ subject: 'heartbeat', data: {} } satisfies ServerMessage)

/** Resolves websocket tokens of accounts, links and bridges. */
export interface SocketIdentities {
  identify(token: string): Promise<{ actor: SocketActor; expiresAt: Date } | null>
  /** Calls `ended` when the session, link or bridge has ended. Returns the function that unsubscribes. */
  onEnded(actor: SocketActor, ended: () => void): () => void
}

type Login = Extract<ClientMessage, { subject: 'auth.login' }>['data']

/** What `auth.accepted` says of the web app that this server has. */
export type WebAppNotice = Omit<MessageData<'auth.accepted'>, 'expiresAt'>

interface SocketSessionOptions {
  identities: SocketIdentities
  hub: Pick<Hub, 'join'>
  outbox: Outbox
  limits: SocketLimits
  /** A socket of a session was accepted. Returns the function that says that it has closed. */
  opened(sessionId: string): () => void
  /** A page of a session said whether it is visible. */
  noteVisible(sessionId: string, isVisible: boolean): void
  /** The browser of a session keeps a copy of the home. */
  noteKept(sessionId: string): void
  /** What pages learn about the web app of this server. */
  webApp: WebAppNotice
  /** The client's IP address. */
  address: string
  clock: Clock
  close(code: number, reason: string): void
  failed(error: unknown): void
}

/** The protocol on one socket: sign-in, expiry or rejection, and possibly another sign-in. */
export function createSocketSession(options: SocketSessionOptions) {
  const { identities, hub, outbox, limits, opened, noteVisible, noteKept, webApp } = options
  const { address, clock, close, failed } = options
  const undos: (() => void)[] = []
  let isOpen = true
  let isSigningIn = false
  /** Whether the client announced heartbeats. Other clients may send only `auth.login`. */
  let sendsHeartbeats = false
  /** The session of an account that is signed in. */
  let sessionId: string | null = null
  let rejections = 0
  const signIns = new TokenBucket(SIGN_IN_RATE, clock.now().getTime())
  let cancelDeadline = () => {}
  let leaveUnsigned = () => {}

  /** Sends a message about the socket itself, before all held messages. */
  const say = (message: ServerMessage) => outbox.release(JSON.stringify(message))

  const end = () => {
    isOpen = false
    cancelDeadline()
    leaveUnsigned()
    signOut()
    outbox.clear()
  }
  const hangUp = (code: number, reason: string) => {
    end()
    close(code, reason)
  }
  const signOut = () => {
    sessionId = null
    for (const undo of undos.splice(0)) undo()
  }
  const awaitLogin = () => {
    cancelDeadline()
    cancelDeadline = clock.after(LIMITS.WEBSOCKET_LOGIN_MS, () => hangUp(POLICY, 'auth.login expected'))
    leaveUnsigned()
    leaveUnsigned = limits.unsigned(address, (reason) => hangUp(POLICY, reason))
  }

  const expire = () => {
    signOut()
    outbox.clear()
    say({ subject: 'auth.expired', data: {} })
    awaitLogin()
  }

  const reject = () => {
    rejections += 1
    signOut()
    outbox.clear()
    if (rejections >= MAX_REJECTIONS) {
      hangUp(POLICY, 'too many rejected tokens')
      return
    }
    say({ subject: 'auth.rejected', data: {} })
    awaitLogin()
  }

  const signIn = async ({ token, batch, tolerant, keepsHome }: Login) => {
    const first = await identities.identify(token)
    if (first === null || !isOpen) return isOpen ? reject() : undefined
    signOut()
    // Nothing is sent before the sign-in is accepted.
    outbox.hold()
    outbox.setBatching(batch === true)
    outbox.setTolerant(tolerant === true)
    undos.push(identities.onEnded(first.actor, () => hangUp(POLICY, 'the session or link has ended')))
    // The session may have ended before the subscription to its end.
    const still = await identities.identify(token)
    if (!isOpen) return signOut()
    if (still === null) return reject()
    undos.push(await hub.join(still.actor, outbox))
    if (!isOpen) return signOut()
    cancelDeadline()
    rejections = 0
    sessionId = still.actor.kind === 'account' ? still.actor.sessionId : null
    if (sessionId !== null) undos.push(opened(sessionId))
    if (sessionId !== null && keepsHome === true) noteKept(sessionId)
    undos.push(limits.signedIn(still.actor, (reason) => hangUp(POLICY, reason)))
    undos.push(clock.after(still.expiresAt.getTime() - clock.now().getTime(), expire))
    say({ subject: 'auth.accepted', data: { expiresAt: still.expiresAt.toISOString(), ...webApp } })
  }

  awaitLogin()
  return {
    /** Handles a text frame. */
    receive(text: string) {
      const { data: message } = clientMessageSchema.safeParse(parseJson(text))
      if (message?.subject === 'heartbeat' && sendsHeartbeats) {
        const { isVisible } = message.data
        if (isVisible !== undefined && sessionId !== null) noteVisible(sessionId, isVisible)
        outbox.push('heartbeat', HEARTBEAT)
        return
      }
      if (message?.subject !== 'auth.login' || isSigningIn) {
        hangUp(POLICY, 'auth.login expected')
        return
      }
      const nowMs = clock.now().getTime()
      if (signIns.available(nowMs) < 1) {
        hangUp(POLICY, 'too many logins')
        return
      }
      signIns.take(1, nowMs)
      isSigningIn = true
      // While the token is being checked, the socket does not count as one that has not signed in.
      leaveUnsigned()
      sendsHeartbeats = message.data.heartbeat === true
      signIn(message.data)
        .catch((error: unknown) => {
          failed(error)
          hangUp(POLICY, 'the sign-in failed')
        })
        .finally(() => {
          isSigningIn = false
        })
    },
    onBinary: () => hangUp(UNACCEPTABLE, 'text expected'),
    /** Called when the socket has closed. */
    end,
  }
}
