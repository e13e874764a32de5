/** Milliseconds on a monotonic clock that all processes of this machine share. Only differences are meaningful. */
export const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6
