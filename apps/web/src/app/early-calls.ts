/**
 * Makes the first calls of a signed-in page while the scripts of the app are still being loaded. It is a script of its own and
 * imports nothing, so that it is small and runs first. The app takes the answers: see `#core/api/early-answers.ts`.
 */

/** The largest number of devices of one call `device/info`. */
const BATCH = 100
const ANSWER_TIMEOUT_MS = 30_000
/** Answers that nobody has taken by then are too old. */
const KEPT_MS = 10_000

const answers = new Map<string, Promise<Response>>()
globalThis.sencaEarlyAnswers = answers
setTimeout(() => answers.clear(), KEPT_MS)

const read = (json: string | null | undefined) => JSON.parse(json ?? '{}')
/** A call that fails is made again by the app, which says what is wrong. */
const leaveToApp = () => undefined

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const { authServer = '/auth' } = read(document.getElementById('page-config')?.textContent)
  const address = `${authServer}${path}`
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const answer = fetch(address, { method, headers, credentials: 'same-origin', signal })
  answers.set(`${method} ${address}`, answer)
  const response = await answer
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.clone().json()
}

async function askForDevices() {
  // Throws where the browser keeps nothing, as in some private windows.
  if (read(localStorage.getItem('senca.account')).isLoggedIn !== true) return
  const { token } = await ask('POST', '/login')
  const headers = { authorization: `Bearer ${token}` }
  const info = (tokens: readonly string[]) =>
    ask(
      'GET',
      `/api/v1/device/info?${new URLSearchParams(tokens.map((one) => ['devicetoken', one]))}`,
      headers,
    )
  const deviceId = new URLSearchParams(location.search).get('deviceId')
  if (deviceId !== null) return info([deviceId])
  ask('GET', '/api/v1/room/list', headers).catch(leaveToApp)
  const names = await ask('GET', '/api/v1/device/list?index=token', headers)
  const tokens = Object.keys(names).slice(0, BATCH)
  if (tokens.length > 0) await info(tokens)
}

askForDevices().catch(leaveToApp)
