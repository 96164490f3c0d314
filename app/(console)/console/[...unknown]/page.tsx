import { notFound } from 'next/navigation'

/** Unknown addresses below /console keep the console around them. */
export default function UnknownPage() {
  notFound()
}
