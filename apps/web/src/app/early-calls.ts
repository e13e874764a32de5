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

async function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const address = `${authServer}${path}`
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
  const answer = fetch(address, { method, headers, credentials: 'same-origin', signal })
  answers.set(`${method} ${address}`, answer)
  const response = await answer
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.clone().json()
}

async function askForHome() {
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
  const rooms = ask('GET', '/api/v1/room/list', headers)
  const names = await ask('GET', '/api/v1/device/list?index=token', headers)
  const tokens = Object.keys(names).slice(0, BATCH)
  await Promise.all([rooms, tokens.length > 0 && info(tokens)])
}

const { authServer = '/auth' } = read(document.getElementById('page-config')?.textContent)
// A call that fails is made again by the app, which says what is wrong.
if (read(localStorage.getItem('senca.account')).isLoggedIn === true) askForHome().catch(() => undefined)
