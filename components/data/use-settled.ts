import { useEffect, useState } from 'react'

/** The value once it has not changed for a while, so typing sends no request per letter. */
export function useSettled<Value>(value: Value, afterMillis = 250): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMillis)
    return () => clearTimeout(timer)
  }, [value, afterMillis])
  return settled
}
