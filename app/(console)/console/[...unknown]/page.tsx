import { notFound } from 'next/navigation'

/** Shows the not-found page of unknown addresses within the console. */
export default function UnknownPage() {
  notFound()
}
