export const mark = {
  name: (first: string, second: string) => `${first} ${second}`,
  label: (words: string) => `Your mark: ${words}`,
  hint: 'This picture and these two words are yours alone. Every real question of Portolan shows them; nothing a server or a model draws can.',
  title: 'Your mark',
  text: 'This picture and these two words were drawn for this computer. Every question that Portolan itself asks shows them at its top. Something in a chat that looks like a question of Portolan and does not show them was drawn by a server, a model or a web page.',
  renew: 'Draw it anew',
  renewed: (words: string) => `Your mark is now: ${words}`,
  first: ['amber', 'brave', 'calm', 'dusty', 'eager', 'faint', 'gentle', 'hollow', 'icy', 'jolly', 'keen', 'lively', 'mellow', 'noble', 'olive', 'plain', 'quiet', 'rusty', 'silver', 'tender', 'upper', 'velvet', 'warm', 'young', 'zesty', 'bright', 'copper', 'early', 'golden', 'little', 'misty', 'sunny'],
  second: ['anchor', 'bridge', 'candle', 'dolphin', 'ember', 'feather', 'garden', 'harbor', 'island', 'jacket', 'kettle', 'lantern', 'meadow', 'needle', 'orchard', 'pebble', 'quill', 'river', 'sparrow', 'timber', 'umbrella', 'valley', 'willow', 'yarn', 'zebra', 'badger', 'compass', 'falcon', 'hammock', 'lemon', 'mirror', 'saddle'],
};
