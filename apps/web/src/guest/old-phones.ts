/** A polyfill for phones whose browser was last updated in 2022 or before. All requests need it. */
AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
