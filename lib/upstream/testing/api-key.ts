/** With what an upstream is asked in tests: what it must be sent, and what nobody else may read. */
export const API_KEY = 'a-secret-key'
