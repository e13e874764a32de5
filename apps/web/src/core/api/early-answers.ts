declare global {
  /** The answers to the calls that the page has made before the app was loaded, by method and URL: "GET /auth/...". */
  var sencaEarlyAnswers: Map<string, Promise<Response>> | undefined
}

/**
 * A `fetch` for the app that takes the answers to calls which were made before the app was loaded (`app/early-calls.ts`), each
 * once. A call whose early answer failed is made again.
 */
export function withEarlyAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${input}`
    const early = globalThis.sencaEarlyAnswers?.get(call)
    globalThis.sencaEarlyAnswers?.delete(call)
    const answer = await early?.catch(() => undefined)
    return answer?.ok === true ? answer : fetch(input, init)
  }
}
