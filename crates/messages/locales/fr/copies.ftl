copies-title = { $event } : copies
copies-about = Pour l’enseignant seul. Les sources sont comparées par leurs lexèmes : les noms, les commentaires et la mise en page ne comptent pas, ni ce qui a été donné à tous. Une ressemblance invite à regarder, elle ne prouve rien.
copies-none = Aucun travail ne ressemble à un autre.
copies-signs = Indices
copies-same-file = le même fichier
copies-share = { $share } % du source en commun
copies-same-play = les mêmes coups aux parties d’essai
copies-lines = { $file }, lignes { $first } à { $last }
