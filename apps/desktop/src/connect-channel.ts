/** Known to the preload and to the door behind it, to no page. */
export const connectChannel = 'portolan:connect';
