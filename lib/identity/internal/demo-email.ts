/** Under `.local`, where no mail can ever go; nobody else may sign up with it. */
export const DEMO_EMAIL = 'demo@portico.local'
