/** Phones that get no new browser since 2022 lack it, and no request is made without. */
AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}
