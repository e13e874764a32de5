import { useEffect, useState } from 'react'
import { pageNow } from '#core/clock.ts'

const MINUTE_MS = 60_000

/** The current time, updated once a minute. */
export function useMinute(): Date {
  const [now, setNow] = useState(pageNow)
  useEffect(() => {
    const timer = setTimeout(() => setNow(pageNow()), MINUTE_MS - (now.getTime() % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return now
}
