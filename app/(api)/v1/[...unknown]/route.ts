import { notFoundRoute } from '@/lib/http/routes'

/** An unknown path under an API prefix is a JSON 404, whatever the method. */
export const GET = notFoundRoute
export const POST = notFoundRoute
export const PUT = notFoundRoute
export const PATCH = notFoundRoute
export const DELETE = notFoundRoute
