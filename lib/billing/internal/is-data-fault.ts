import pg from 'pg'

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): trying again gives the same answer. */
export function isDataFault(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}
