/** Fields for paths. */
export const paths = {
  chooseFolder: 'Choose a folder…',
  chooseFile: 'Choose a file…',
};
