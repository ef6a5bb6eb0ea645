rollcall.course({"games":[17,34],"entrants":[{"entrant":"ann","elo":[86.3,70.0],"err95":[310.3,67.0],"pool":[1,1]},{"entrant":"cyd","elo":[-86.3,-70.0],"err95":[310.3,67.0],"pool":[1,1]}]});
