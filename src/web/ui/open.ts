// Options of a route that anybody may ask and that the reference does not have.
export const OPEN = { config: { access: 'anyone' }, schema: { hide: true } } as const;
